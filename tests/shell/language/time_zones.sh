# Local time: TZ as POSIX writes it, and names of zones. tzset(3); GNU coreutils manual, "Date input formats".

# --- rules, names, offsets
for z in UTC0 CET-1CEST CET-1CEST,M3.5.0,M10.5.0/3 :Europe/Berlin EST5 '<+03>-3' UTC+5 AAA24:59:59 CET-1CEST,J60/0,300 CET-1CEST,59,300/25 GMT0BST-1 Asia/Kolkata America/New_York Australia/Sydney Asia/Kathmandu CET UTC Etc/GMT+3 NZST-12NZDT,M9.5.0,M4.1.0/3; do for t in 1704067200 1720000000 1711846799 1711846800 1729990799 1729990800; do printf '%s ' "$z"; TZ=$z date -d @$t '+%F %T %Z %z %:z'; done; done

# --- what is no zone
for z in Nowhere/City XY foo '' A1B Europe/Nope CET-1CEST,M13.1.0 '<+0' :; do TZ=$z date -d @1720000000 '+%F %T [%Z] %z'; done

# --- dates in local time
export TZ=Europe/Berlin; for t in '2024-10-27 02:30' '2024-03-31 02:30' '2024-03-31 01:59:59' '2024-10-27 02:30 +1 hour' 'TZ="America/New_York" 2024-01-01 10:00' '2024-07-01 12:00 EST' '2024-07-01 12:00 UTC' '2024-07-01' '2024-01-01 +182 days' '@1720000000' '2024-07-01 12:00 +0530' 'TZ="no'; do date -d "$t" '+%F %T %Z %s'; done; date -u -d '2024-07-01 12:00' '+%F %T %Z'; date -d @1720000000; date -R -d @1720000000; date -Is -d @1720000000; date --rfc-3339=ns -d @1720000000; date -d @1720000000 '+%::z %:::z %c %s %X'; TZ=Asia/Kathmandu date -d @1720000000 +%:::z

# --- files
export TZ=America/New_York; touch -d '2024-07-01 12:00' a; touch -t 202401011200 b; stat -c '%y %Y' a b; ls -l --time-style=full-iso a b | cut -d' ' -f6-8; date -r a; find . -name '[ab]' -newermt '2024-06-30 23:00' -printf '%f %TY-%Tm-%Td %TH:%TM %T@\n'; find a -printf '%t\n%Tz %TZ\n'; TZ=UTC stat -c %y a; touch -d '2024-03-10 02:30' c; echo $?; TZ=Asia/Tokyo ls -l --time-style=+%FT%T%z a | cut -d' ' -f6

# --- tar, printf, awk
export TZ=Asia/Kolkata; touch -d '2024-07-01 12:00' a; tar cf x a; tar tvf x | cut -c '32-'; TZ=UTC tar tvf x | cut -c '32-'; printf '%(%F %T %Z %z)T\n' 1720000000 0; TZ=Europe/Berlin; printf '%(%F %T %Z %z)T\n' 1720000000 1704067200; awk 'BEGIN { print strftime("%F %T %Z %z", 1720000000), strftime("%F %T %Z", 1720000000, 1); print mktime("2024 07 01 12 00 00"), mktime("2024 03 31 02 30 00"), mktime("2024 07 01 12 00 00", 1) }'; unset TZ; printf '%(%F %T %Z)T\n' 0
