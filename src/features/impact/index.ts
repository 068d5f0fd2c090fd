export { computeImpact } from './compute-impact.ts'
export type { Impact } from './impact-model.ts'
export type { ImpactRequest } from './plan-impact.ts'
