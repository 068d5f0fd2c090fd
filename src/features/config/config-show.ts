import type { Command } from 'commander'
import { readToken } from '../../check/config/environment.ts'
import { findSettings } from '../../check/config/read-settings.ts'
import { exitCodes } from '../../core/model/errors.ts'
import { isRecord } from '../../core/model/record.ts'
import type { Waiver } from '../../core/model/waiver.ts'
import { oneLine } from '../../core/text/sanitize.ts'
import { describeWaiver } from '../../reporters/words/reason-text.ts'
import type { Layer } from '../../settings/setting.ts'
import { type ShownSetting, shownSettings } from '../../settings/shown.ts'
import type { Context } from '../../terminal/context.ts'
import { type AskFlags, addAskFlags, checkRequest } from '../../terminal/flags/ask-flags.ts'
import { createEnum } from '../../terminal/flags/setting-flags.ts'
import { jsonView, renderWrapped } from '../../terminal/views.ts'

interface ConfigShowFlags extends AskFlags {
  readonly format: 'table' | 'json'
}

const help = `
Examples:
  gov config show
  gov config show --url https://dashboard.example.com
  gov config show --format json

With --url, --api-id and the other flags that it shares with gov check, it shows
what that check would go by. A credential is never shown, only who sets it.`

export function addConfigShow(parent: Command, context: Context): void {
  const command = parent
    .command('show')
    .summary('show every value and its origin')
    .description('Shows every value and its origin: flag, environment, file or default.')
    .addOption(createEnum('-f, --format <format>', 'output format', ['table', 'json'], 'table'))
  addAskFlags(command, help).action((flags: ConfigShowFlags) => runConfigShow(flags, context))
}

async function runConfigShow(flags: ConfigShowFlags, context: Context): Promise<number> {
  const { settings, config } = await findSettings(checkRequest(flags), context)
  const shown = shownSettings({ ...settings, ...(await readOtherCredentials(context)) })
  if (flags.format === 'json') {
    const values = Object.fromEntries(shown.map(({ name, ...rest }) => [name, rest]))
    await context.io.stdout.write(jsonView({ version: 1, file: config?.name ?? null, settings: values }))
    return exitCodes.pass
  }
  await context.tell(
    config === undefined ? 'There is no config. Create one with gov init.' : `The config is ${config.name}.`,
  )
  const rows = settingRows(shown)
  await context.io.stdout.write(renderWrapped(rows, [1], context.io.width))
  return exitCodes.pass
}

/** The credentials that no check needs; each is read so that a bad file is reported. */
async function readOtherCredentials(context: Context): Promise<Layer> {
  const admin_token = await readToken(context, 'GOV_ADMIN_TOKEN')
  const gateway_token = await readToken(context, 'GOV_GATEWAY_TOKEN')
  return { ...(admin_token && { admin_token }), ...(gateway_token && { gateway_token }) }
}

function settingRows(shown: readonly ShownSetting[]): string[][] {
  return shown.flatMap(({ name, value, place, profile }) => {
    const [first = '', ...others] = Array.isArray(value)
      ? value.map((each) => (isWaiver(each) ? waiverText(each) : valueText(each)))
      : [valueText(value)]
    const origin = profile === undefined ? place : `${place} (${profile})`
    return [[name, first, origin], ...others.map((text) => ['', text])]
  })
}

function isWaiver(value: unknown): value is Waiver {
  return (
    isRecord(value) &&
    ['rule_id', 'reason', 'owner', 'expires'].every((key) => typeof value[key] === 'string')
  )
}

function waiverText(waiver: Waiver): string {
  return oneLine(`${waiver.expires} ${describeWaiver(waiver)} (${waiver.owner}: ${waiver.reason})`)
}

/** Text as it is, a definition that has only its file by that, and anything else as JSON, which is YAML as well. */
function valueText(value: unknown): string {
  if (typeof value === 'string') return value
  const [entry, ...others] = Object.entries(isRecord(value) ? value : {}).filter(
    ([, each]) => each !== undefined,
  )
  return others.length === 0 && entry?.[0] === 'file' ? String(entry[1]) : JSON.stringify(value)
}
