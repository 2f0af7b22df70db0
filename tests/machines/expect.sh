# What trials say: one line each, `ok NAME: …` or `WRONG NAME: …`; `wrong` is 1 if there was a wrong one.
wrong=0

# trial WANTED NAME PATTERN COMMAND...: whether some line of what the command says matches, as it must
# (WANTED is `yes`) or must not (`no`).
trial() {
    local wanted=$1 name=$2 pattern=$3 said line found=yes
    shift 3
    said=$("$@" 2>&1) || true
    line=$(grep -m1 -E -- "$pattern" <<<"$said") || found=no
    if [ $found = "$wanted" ]; then
        echo "ok $name: $([ $found = yes ] && sed 's|^ *||' <<<"$line" || echo "nothing matches /$pattern/")"
    else
        echo "WRONG $name: $([ $found = yes ] && echo 'a' || echo 'no') line matches /$pattern/ in:"
        sed 's/^/      /' <<<"$said" | tail -40
        wrong=1
    fi
}

expect() { trial yes "$@"; } # NAME PATTERN COMMAND...: some line must match.
refuse() { trial no "$@"; }  # NAME PATTERN COMMAND...: no line may match.
