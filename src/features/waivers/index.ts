export { openWaivers, selectionOf, whyNotAlone } from './edit-waivers.ts'
