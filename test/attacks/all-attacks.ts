import type { Attack } from './attack.ts'
import { evaluationAttacks } from './evaluation-attacks.ts'
import { fairnessAttacks } from './fairness-attacks.ts'
import { httpAttacks } from './http-attacks.ts'
import { lostFolderAttacks } from './lost-folder-attacks.ts'
import { memoryAttacks } from './memory-attacks.ts'
import { quotaAttacks } from './quota-attacks.ts'
import { requestAttacks } from './request-attacks.ts'
import { rulesetAttacks } from './ruleset-attacks.ts'
import { slowAttacks } from './slow-attacks.ts'
import { stopAttacks } from './stop-attacks.ts'
import { tenantAttacks } from './tenant-attacks.ts'
import { unreadAttacks } from './unread-attacks.ts'

export const allAttacks: readonly Attack[] = [
  ...httpAttacks,
  ...requestAttacks,
  ...evaluationAttacks,
  ...rulesetAttacks,
  ...tenantAttacks,
  ...quotaAttacks,
  ...memoryAttacks,
  ...stopAttacks,
  ...lostFolderAttacks,
  ...fairnessAttacks,
  ...slowAttacks,
  ...unreadAttacks,
]
