export { type ConfigFinding, inspectConfigFile } from './inspect-config-file.ts'
