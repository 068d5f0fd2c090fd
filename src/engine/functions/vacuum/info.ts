import type { FunctionResult } from '../../rule.ts'
import { type Check, list, type Mapping, mapping, root, says } from '../facts.ts'

function checkInfo(
  check: (info: Mapping, contact: Mapping | undefined, license: Mapping | undefined) => FunctionResult[],
): Check {
  return (document) => {
    const info = mapping(root(document).info, document)
    const part = (key: string) => (info[key] === undefined ? undefined : mapping(info[key], document))
    return check(info, part('contact'), part('license'))
  }
}

const infoPath = ['info']
const licensePath = ['info', 'license']

export const infoContact = checkInfo((_info, contact) =>
  contact ? [] : [{ message: '`info` has no `contact`', path: infoPath }],
)

export const infoContactProperties = checkInfo((_info, contact) =>
  contact === undefined
    ? []
    : ['name', 'url', 'email']
        .filter((key) => !says(contact[key]))
        .map((key) => ({ message: `the contact has no \`${key}\``, path: ['info', 'contact'] })),
)

export const infoDescription = checkInfo((info) =>
  says(info.description) ? [] : [{ message: '`info` has no `description`', path: infoPath }],
)

export const infoLicense = checkInfo((_info, _contact, license) => {
  if (license === undefined) return [{ message: '`info` has no `license`', path: infoPath }]
  return says(license.name) ? [] : [{ message: 'the licence has no `name`', path: licensePath }]
})

export const infoLicenseUrl = checkInfo((_info, _contact, license) =>
  license === undefined || says(license.url) || says(license.identifier)
    ? []
    : [{ message: 'the licence has neither a `url` nor an `identifier`', path: licensePath }],
)

export const infoLicenseURLSPDX = checkInfo((_info, _contact, license) =>
  license !== undefined && says(license.url) && says(license.identifier)
    ? [{ message: 'the licence has both a `url` and an `identifier`: keep one', path: licensePath }]
    : [],
)

export const tagDescription: Check = (document) =>
  list(root(document).tags, document).flatMap((written, index) => {
    const tag = mapping(written, document)
    if (says(tag.description)) return []
    return [{ message: `the tag "${String(tag.name)}" has no description`, path: ['tags', index] }]
  })
