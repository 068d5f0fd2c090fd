import { runScenarios } from './run-scenarios.ts'

runScenarios('check', 'quick')
