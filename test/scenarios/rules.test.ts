import { runScenarios } from './run-scenarios.ts'

runScenarios('rules', 'quick')
