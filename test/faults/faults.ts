import type { Fault } from './fault.ts'
import {
  faultsOfAge,
  faultsOfBytes,
  faultsOfContract,
  faultsOfEcho,
  faultsOfRanges,
} from './faults-of-answers.ts'
import { faultsOfNetwork, faultsOfTls } from './faults-of-network.ts'
import { faultsOfSize } from './faults-of-size.ts'
import { faultsOfRedirects, faultsOfStatus } from './faults-of-status.ts'

/** A new fault is one more row in one of these. */
export const faultClasses: readonly (readonly Fault[])[] = [
  faultsOfNetwork,
  faultsOfTls,
  faultsOfStatus,
  faultsOfRedirects,
  faultsOfBytes,
  faultsOfAge,
  faultsOfRanges,
  faultsOfSize,
  faultsOfContract,
  faultsOfEcho,
]

/** The whole matrix. */
export const faults: readonly Fault[] = faultClasses.flat()
