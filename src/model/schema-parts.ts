import { z } from 'zod'

export const count = z.int().nonnegative()
export const text = z.string()
