import { z } from 'zod'
import { formats } from '../model/formats.ts'
import { choice, expected, listOf, text } from './kinds.ts'

const definition = () =>
  z.preprocess(
    (value) => (typeof value === 'string' ? { file: value } : value),
    z.strictObject(
      { file: text(), api_id: text().optional(), api_name: text().optional() },
      expected('a file name or a mapping'),
    ),
  )

export const definitions = () => listOf(definition(), ({ file }) => file)

const report = () => z.strictObject({ format: choice(formats), output: text() }, expected('a mapping'))

export const reports = () => listOf(report(), ({ output }) => output)
