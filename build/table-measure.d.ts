import type { Plugin } from 'rolldown'

export const tableMeasure: Plugin
