export { inspectRepository } from './look-around.ts'
export { configText, type Setup } from './setup.ts'
export { refuseSecondConfig, writeSetup } from './write-setup.ts'
