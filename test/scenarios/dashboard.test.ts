import { runScenarios } from './run-scenarios.ts'

runScenarios('dashboard', 'quick')
