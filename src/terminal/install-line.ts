import packageJson from '../../package.json' with { type: 'json' }

/** Until npm has a release, its name belongs to whoever takes it. A release removes `private` from package.json. */
export const isPublished = !('private' in packageJson)

/** Adds gov to a repository. */
export const installLine = `npm install --save-dev ${isPublished ? packageJson.name : '<tarball of npm pack, or git URL of gov>'}`
