import type { Fault } from './fault.ts'
import { faultsOfBytes, faultsOfContract, faultsOfEcho } from './faults-of-answers.ts'
import { faultsOfNetwork, faultsOfTls } from './faults-of-network.ts'
import { faultsOfRedirects, faultsOfStatus } from './faults-of-status.ts'

/** The whole matrix. A new fault is one more row in one of these. */
export const faults: readonly Fault[] = [
  ...faultsOfNetwork,
  ...faultsOfTls,
  ...faultsOfStatus,
  ...faultsOfRedirects,
  ...faultsOfBytes,
  ...faultsOfContract,
  ...faultsOfEcho,
]
