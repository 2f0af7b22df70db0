# What trials say: one line each, `ok NAME: …` or `WRONG NAME: …`; `wrong` is 1 if there was a wrong one.
wrong=0

# expect NAME PATTERN COMMAND...: some line of what the command says must match.
expect() {
    local name=$1 pattern=$2 said
    shift 2
    said=$("$@" 2>&1) || true
    if grep -q -E -- "$pattern" <<<"$said"; then
        echo "ok $name: $(grep -m1 -E -- "$pattern" <<<"$said" | sed "s|^ *||")"
    else
        echo "WRONG $name: no line matches /$pattern/ in:"
        sed 's/^/      /' <<<"$said" | tail -40
        wrong=1
    fi
}

# refuse NAME PATTERN COMMAND...: no line may match.
refuse() {
    local name=$1 pattern=$2 said
    shift 2
    said=$("$@" 2>&1) || true
    if grep -q -E -- "$pattern" <<<"$said"; then
        echo "WRONG $name: a line matches /$pattern/ in:"
        sed 's/^/      /' <<<"$said" | tail -40
        wrong=1
    else
        echo "ok $name: nothing matches /$pattern/"
    fi
}
