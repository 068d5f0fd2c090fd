export { createSelection, openWaivers, whyNotAlone } from './edit-waivers.ts'
