# Patterns that can match nothing, in ${name/pattern/text}.
# --- groups that may be absent
shopt -s extglob; for s in abc axxb xx '' xabx a; do echo "$s: ${s//*(x)/-}|${s/*(x)/-}|${s/#*(x)/-}|${s/%*(x)/-}|${s//?(x)/-}|${s/?(x)/-}|${s/#?(x)/-}|${s/%?(x)/-}|${s//+(x)/-}"; done
# --- groups with an empty alternative
shopt -s extglob; for s in abc axxb x ''; do echo "$s: ${s//@(|x)/-}|${s/@(x|)/-}|${s/#@(|x)/-}|${s/%@(|x)/-}|${s//+(|x)/-}|${s/%+(|x)/-}"; done
# --- groups that exclude
shopt -s extglob; for s in abc xx ''; do echo "$s: ${s//!(x)/-}|${s/!(x)/-}|${s/#!(x)/-}|${s/%!(x)/-}|${s//!(?*)/-}|${s/%!(?*)/-}|${s/#!(?*)/-}"; done
# --- of arrays, and in characters of several bytes
shopt -s extglob; a=(ab 'c ' '' x); printf '<%s>' "${a[@]//*( )/-}" "${a[@]/%*( )/;}" "${a[@]/#*( )/;}"; echo; s=äöü; echo "${s//*(x)/-} ${s//*(ö)/-} ${s/%*(ü)/-}"
# --- what was matched, in the text
shopt -s extglob; s='  lead'; echo "[${s/#*( )/}] [${s/%*([[:space:]])/}] [${s/%*( )/&x}] [${s//*( )/<&>}]"; t=key; echo "${t/%*( )/;}" "${t/%*( )/\&}"
# --- alternatives of letters
shopt -s extglob; s=aXbX; echo "${s//*([a-z])/-} ${s//*([A-Z])/-} ${s//?([A-Z])/-} ${s/?([A-Z])/-} ${s//*(a|b)/}"
