/** The engines whose results an evaluation can reproduce. Dashboards run vacuum. */
export const engineNames = ['spectral', 'vacuum'] as const
export type EngineName = (typeof engineNames)[number]

export const usualEngine: EngineName = 'spectral'
