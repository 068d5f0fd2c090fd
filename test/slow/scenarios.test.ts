import { describe } from 'vitest'
import { runScenarios } from '../scenarios/run-scenarios.ts'

describe.each(['check', 'dashboard', 'rules', 'set-up'])('%s', (group) => runScenarios(group, 'slow'))
