import { runScenarios } from './run-scenarios.ts'

runScenarios('set-up', 'quick')
