#!/usr/bin/env bash
# The check that the dashboard's vendor documents for pipelines ("CI/CD Governance Checks" in its documentation), in code of our own.
# Its steps are the same, as are its programs: one curl, and a jq for each value that it reads.
#
# documented-check.sh FILE (--categories A,B | --ruleset-ids A,B) [--api-id ID] [--api-name NAME] [--strictness LEVEL]
# with DASHBOARD_URL and DASHBOARD_TOKEN. Exit code 0: passed, 1: warnings with --strictness strict, 2: anything else.
set -euo pipefail

fail() {
  echo "$1" >&2
  exit 2
}

[[ -n ${DASHBOARD_URL:-} ]] || fail 'DASHBOARD_URL is not set'
[[ -n ${DASHBOARD_TOKEN:-} ]] || fail 'DASHBOARD_TOKEN is not set'
[[ $# -gt 0 ]] || fail 'which file?'
file=$1 categories='' rulesets='' id='' name='' strictness=standard
shift
while (($#)); do
  case $1 in
  --categories) categories=$2 ;;
  --ruleset-ids) rulesets=$2 ;;
  --api-id) id=$2 ;;
  --api-name) name=$2 ;;
  --strictness) strictness=$2 ;;
  *) fail "unknown: $1" ;;
  esac
  shift 2
done
case $file in
*.json) type=application/json ;;
*.yaml | *.yml) type=application/yaml ;;
*) fail "neither JSON nor YAML: $file" ;;
esac
case "${categories:+1}${rulesets:+2}" in
1) query="categories=$categories" ;;
2) query="ruleset_ids=$rulesets" ;;
*) fail 'either --categories or --ruleset-ids' ;;
esac
query+="${id:+&api_id=$id}${name:+&api_name=$name}"

answer=$(curl --silent --show-error --request POST --data-binary "@$file" \
  --header "Authorization: Bearer $DASHBOARD_TOKEN" --header "Content-Type: $type" \
  "$DASHBOARD_URL/api/evaluations/sandbox/oas?$query")

value() {
  echo "$answer" | jq --raw-output "$1"
}

gating() {
  value "[.rulesets[] | select(.action != \"none\").$1] | add // 0"
}

echo "$answer" | jq --exit-status .rulesets &>/dev/null || fail "not an evaluation: $answer"
value .
[[ $(value .error) == null ]] || fail 'the evaluation failed in part'
[[ $(value .truncated) != true ]] || fail 'the evaluation is truncated'
echo "All rulesets: $(value .error_count) errors, $(value .warn_count) warnings"
errors=$(gating error_count)
warnings=$(gating warn_count)
echo "Rulesets that gate: $errors errors, $warnings warnings"

code=0
if ((errors > 0)); then code=2; elif ((warnings > 0)); then code=1; fi
case $strictness in
strict) exit "$code" ;;
standard) exit "$((code == 2 ? 2 : 0))" ;;
permissive) exit 0 ;;
*) fail "unknown strictness: $strictness" ;;
esac
