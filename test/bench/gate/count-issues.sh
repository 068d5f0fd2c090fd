#!/usr/bin/env bash
# What a pipeline without gov runs: the same request, the same counts, and an exit code.
# count-issues.sh URL TOKEN_FILE DEFINITION RULESET
set -euo pipefail
url=$1 token=$(<"$2") definition=$3 ruleset=$4
answer=$(mktemp)
trap 'rm -f "$answer"' EXIT
curl --silent --show-error --fail --output "$answer" --request POST \
  --header "Authorization: Bearer $token" --header 'Content-Type: application/json' \
  --data-binary "@$definition" "$url/api/evaluations/sandbox/oas?ruleset_ids=$ruleset"
counts=$(jq -r '[.issues[].severity] as $all | ["error", "warn", "info", "hint"]
  | map(. as $one | "\($one): \([$all[] | select(. == $one)] | length)") | join(", ")' "$answer")
echo "$counts"
[[ $counts == 'error: 0,'* ]]
