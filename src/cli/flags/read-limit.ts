import { InvalidArgumentError } from 'commander'

export function readLimit(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be a whole number from 1 up.')
}
