/** What of a SARIF log the tests look at. */
export interface Log {
  readonly runs: readonly Run[]
}

export interface Run {
  readonly tool: { readonly driver: { readonly rules: readonly Rule[] } }
  readonly invocations: readonly {
    readonly executionSuccessful: boolean
    readonly exitCode: number
    readonly toolExecutionNotifications: readonly { readonly level: string; readonly message: Message }[]
  }[]
  readonly results?: readonly Result[]
}

interface Message {
  readonly text: string
}

interface Rule {
  readonly id: string
  readonly help: { readonly text: string; readonly markdown: string }
  readonly helpUri?: string
}

export interface Result {
  readonly ruleId: string
  readonly ruleIndex: number
  readonly level: string
  readonly message: Message
  readonly partialFingerprints: Readonly<Record<string, string>>
  readonly relatedLocations?: readonly object[]
  readonly suppressions?: readonly { readonly justification: string }[]
  readonly locations: readonly {
    readonly physicalLocation?: {
      readonly artifactLocation: { readonly uri: string; readonly uriBaseId?: string }
      readonly region?: { readonly startLine: number; readonly startColumn?: number }
    }
    readonly logicalLocations: readonly { readonly fullyQualifiedName: string }[]
  }[]
}
