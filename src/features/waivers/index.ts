export { createSelection, explainWiderWaiver, openWaivers } from './edit-waivers.ts'
