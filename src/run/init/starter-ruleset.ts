/** A ruleset to begin with: the standard rules, and one of the team's own to go by. */
export const starterRuleset = `# The rules of this repository's APIs, in the format of Spectral.
extends:
  - [spectral:oas, recommended]  # valid OpenAPI, and what most teams expect

rules:
  # An inherited rule with another severity (error, warn, info, hint), or switched off:
  # operation-tags: off

  # A rule of your own.
  server-https:
    description: Servers are reached over https.
    message: The server is plain http.
    severity: warn
    given: $.servers[*].url
    then:
      function: pattern
      functionOptions:
        notMatch: "^http://"
    howToFix: Give the address of the server with https.
`
