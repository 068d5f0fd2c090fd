import { type Command, InvalidArgumentError, type Option } from 'commander'

/** A flag that takes one value is refused the second time: the first value would be dropped silently. */
export function refuseSecondValues(command: Command): void {
  for (const option of command.options) if (option.required || option.optional) refuseSecondValue(option)
  for (const subcommand of command.commands) refuseSecondValues(subcommand)
}

function refuseSecondValue(option: Option): void {
  const { parseArg } = option
  let given = false
  option.argParser((value: string, before: unknown) => {
    if (given && !Array.isArray(before))
      throw new InvalidArgumentError('The flag was already given with another value.')
    given = true
    return parseArg ? parseArg(value, before) : value
  })
}
