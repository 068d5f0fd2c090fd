import type { Path } from '../../core/model/location.ts'
import type { BreakingRuleId } from '../breaking/rules/index.ts'

export type ChangeKind = 'added' | 'removed' | 'changed'

/** What a change is about. With its place, it tells which change a breaking change is about. */
export type Topic =
  | 'operation'
  | 'parameter'
  | 'body'
  | 'media-type'
  | 'response'
  | 'header'
  | 'security'
  | 'server'
  | 'property'
  | 'required'
  | 'type'
  | 'values'
  | 'limit'
  | 'pattern'
  | 'default'
  | 'alternative'
  | 'encoding'
  | 'lifecycle'
  | 'name'
  | 'text'

/** One thing that differs between two versions of an API. */
export interface ApiChange {
  readonly kind: ChangeKind
  readonly topic: Topic
  /** One sentence without its operation, such as "the optional query parameter `limit` was added". */
  readonly message: string
  /** Where it is now; for what was removed, where it would be. */
  readonly path: Path
  readonly oldPath: Path
}

/** What each rule of breaking changes is about. */
export const breakingTopics: Readonly<Record<BreakingRuleId, Topic | undefined>> = {
  'breaking-base-path-changed': 'server',
  'breaking-callback-removed': 'operation',
  'breaking-deprecated-operation-removed': 'operation',
  'breaking-last-server-removed': 'server',
  'breaking-not-compared': undefined,
  'breaking-operation-removed': 'operation',
  'breaking-operation-removed-before-sunset': 'operation',
  'breaking-parameter-added': 'parameter',
  'breaking-parameter-became-required': 'required',
  'breaking-parameter-default-changed': 'default',
  'breaking-parameter-removed': 'parameter',
  'breaking-parameter-removed-before-sunset': 'parameter',
  'breaking-parameter-style-changed': 'encoding',
  'breaking-path-removed': 'operation',
  'breaking-request-additional-properties-refused': 'property',
  'breaking-request-alternative-removed': 'alternative',
  'breaking-request-alternatives-exclusive': 'alternative',
  'breaking-request-alternatives-overlap': 'alternative',
  'breaking-request-body-added': 'body',
  'breaking-request-body-became-required': 'required',
  'breaking-request-body-removed': 'body',
  'breaking-request-const-changed': 'values',
  'breaking-request-constraint-changed': undefined,
  'breaking-request-default-added': 'default',
  'breaking-request-default-changed': 'default',
  'breaking-request-discriminator-changed': undefined,
  'breaking-request-encoding-changed': 'encoding',
  'breaking-request-enum-added': 'values',
  'breaking-request-enum-narrowed': 'values',
  'breaking-request-limit-added': 'limit',
  'breaking-request-limit-tightened': 'limit',
  'breaking-request-media-type-removed': 'media-type',
  'breaking-request-media-types-listed': 'media-type',
  'breaking-request-null-refused': 'type',
  'breaking-request-null-unclear': 'type',
  'breaking-request-property-became-read-only': 'property',
  'breaking-response-null-unclear': 'type',
  'breaking-request-pattern-added': 'pattern',
  'breaking-request-pattern-changed': 'pattern',
  'breaking-request-property-added': 'property',
  'breaking-request-property-became-required': 'required',
  'breaking-request-property-refused': 'property',
  'breaking-request-property-removed': 'property',
  'breaking-request-type-changed': 'type',
  'breaking-response-alternative-added': 'alternative',
  'breaking-response-alternatives-exclusive': 'alternative',
  'breaking-response-const-changed': 'values',
  'breaking-response-constraint-changed': undefined,
  'breaking-response-default-changed': 'default',
  'breaking-response-discriminator-changed': undefined,
  'breaking-response-discriminator-widened': undefined,
  'breaking-response-encoding-changed': 'encoding',
  'breaking-response-enum-removed': 'values',
  'breaking-response-enum-widened': 'values',
  'breaking-response-header-became-optional': 'required',
  'breaking-response-header-removed': 'header',
  'breaking-response-limit-loosened': 'limit',
  'breaking-response-link-changed': undefined,
  'breaking-response-media-type-removed': 'media-type',
  'breaking-response-null-added': 'type',
  'breaking-response-optional-header-removed': 'header',
  'breaking-response-optional-property-removed': 'property',
  'breaking-response-pattern-changed': 'pattern',
  'breaking-response-property-became-optional': 'required',
  'breaking-response-property-removed': 'property',
  'breaking-response-status-removed': 'response',
  'breaking-response-type-changed': 'type',
  'breaking-security-added': 'security',
  'breaking-security-changed': 'security',
  'breaking-server-removed': 'server',
  'breaking-stability-lowered': 'lifecycle',
  'breaking-sunset-earlier': 'lifecycle',
  'breaking-sunset-missing': 'lifecycle',
  'breaking-sunset-removed': 'lifecycle',
  'breaking-sunset-too-soon': 'lifecycle',
  'breaking-sunset-unreadable': 'lifecycle',
  'breaking-webhook-answer-changed': undefined,
  'breaking-webhook-optional-part-removed': 'property',
  'breaking-webhook-part-removed': 'property',
  'breaking-webhook-removed': 'operation',
}
