/** Whose answer an evaluation gives: Spectral's, or that of vacuum, the dashboards' engine. */
export const engineNames = ['spectral', 'vacuum'] as const
export type EngineName = (typeof engineNames)[number]

export const usualEngine: EngineName = 'spectral'
