/** A ruleset to begin with: the standard rules, and one of the team's own to go by. */
export const starterRuleset = `# The rules for this repository's APIs, in Spectral's format.
extends:
  - [spectral:oas, recommended]  # valid OpenAPI and common conventions

rules:
  # Change the severity of an inherited rule (error, warn, info, hint), or turn it off:
  # operation-tags: off

  # Your own rule:
  server-https:
    description: Servers use https.
    message: The server is plain http.
    severity: warn
    given: $.servers[*].url
    then:
      function: pattern
      functionOptions:
        notMatch: "^http://"
    howToFix: Write the server's URL with https.
`
