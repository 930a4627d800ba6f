# Dates.
# --- days between two dates
days_between() { echo $(( ( $(date -u -d "$2" +%s) - $(date -u -d "$1" +%s) ) / 86400 )); }
days_between 2024-01-01 2024-12-31; days_between 2024-02-28 2024-03-01; days_between 2023-02-28 2023-03-01; days_between 2024-05-05 2024-05-01
# --- dates are added and written in many ways
export TZ=UTC
d=2024-01-31
date -d "$d +1 day" +%F; date -d "$d +1 month" +%F; date -d "$d -1 week" '+%A %d %B %Y'; date -d "$d next monday" +%F; date -d "$d 14:30" '+%I:%M %p %j %U %u'
date -d @0 +%FT%TZ; date -d '1970-01-02T00:00:00Z' +%s; date -d '2024-02-29 12:00' +%c; date -d 2024-07-04 -R; date -d 2024-07-04 --iso-8601=seconds; date -d 'Jan 2 2024 3pm' +%s
# --- leap years and the length of months
leap() { (( $1 % 4 == 0 && ($1 % 100 != 0 || $1 % 400 == 0) )); }
for y in 1900 2000 2023 2024; do leap $y && echo "$y leap" || echo "$y no"; done
last_day() { date -d "$1-$2-01 +1 month -1 day" +%d; }
for m in 01 02 04 12; do printf '%s:%s ' $m "$(last_day 2024 $m)"; done; echo; cal 2 2024 | head -3
# --- a range of days
s=2024-02-27 e=2024-03-02; while [[ ! $s > $e ]]; do printf '%s %s\n' "$s" "$(date -d "$s" +%a)"; s=$(date -d "$s + 1 day" +%F); done
# --- workdays only
count=0; for i in {0..13}; do (( $(date -d "2024-03-01 +$i days" +%u) < 6 )) && (( ++count )); done; echo "$count workdays"
# --- durations in words
human() { local s=$1 out=; (( s >= 86400 )) && out+="$((s / 86400))d "; (( s >= 3600 )) && out+="$((s % 86400 / 3600))h "; (( s >= 60 )) && out+="$((s % 3600 / 60))m "; echo "$out$((s % 60))s"; }
for s in 5 65 3661 90061; do human $s; done; printf '%(%H:%M:%S)T\n' 3661 | TZ=UTC cat; TZ=UTC0 printf '%(%F %T)T\n' 86399
parse() { local t=0 n; [[ $1 =~ ([0-9]+)h ]] && t=$((t + BASH_REMATCH[1] * 3600)); [[ $1 =~ ([0-9]+)m ]] && t=$((t + BASH_REMATCH[1] * 60)); [[ $1 =~ ([0-9]+)s ]] && t=$((t + BASH_REMATCH[1])); echo $t; }
parse 1h30m; parse 45s; parse 2h5s
# --- time zones
for z in UTC Europe/Berlin America/New_York Asia/Tokyo; do TZ=$z date -d '2024-07-01T12:00:00Z' '+%H:%M %Z %z'; done
TZ=Europe/Berlin date -d '2024-01-15 08:00' -u +%FT%RZ; TZ='America/New_York' date -d 'TZ="Asia/Tokyo" 2024-01-01 00:00' '+%F %R'
# --- log names by date, and what is older
for i in 0 1 5 9 30; do touch -d "2024-03-31 -$i days" "log-$(date -d "2024-03-31 -$i days" +%Y%m%d).txt"; done
ls log-*; find . -name 'log-*' ! -newermt '2024-03-25' | sort; ls -t | head -1; date -r log-20240301.txt +%F
# --- week numbers and quarters
for d in 2024-01-01 2024-12-30 2023-01-01 2024-06-15; do printf '%s W%s %s Q%d\n' "$d" "$(date -d $d +%V)" "$(date -d $d +%G)" $(( ($(date -d $d +%-m) - 1) / 3 + 1 )); done
# --- ages
age() { local b=$1 now=$2 y; y=$(( ${now:0:4} - ${b:0:4} )); [[ ${now:5} < ${b:5} ]] && (( y-- )); echo $y; }
age 2000-06-15 2024-06-14; age 2000-06-15 2024-06-15; age 1999-12-31 2000-01-01
# --- bad dates
date -d 'no such day' +%F 2>&1; echo $?; date -d 2024-02-30 2>/dev/null; echo $?; is_date() { date -d "$1" +%F > /dev/null 2>&1; }; is_date 2024-02-29 && echo ok; is_date 2023-02-29 || echo not
# --- timestamps in text become dates
printf '1704067200 a\n1709251199 b\n' | while read -r t n; do echo "$(TZ=UTC date -d "@$t" '+%F %T') $n"; done
awk 'BEGIN { ENVIRON["TZ"] = "UTC"; print strftime("%Y-%m-%d", 1704067200, 1), mktime("1970 01 02 00 00 00", 1) }'
