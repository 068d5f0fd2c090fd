/** The commands of the pages that are not run with them, each with the reason. */
export const notRun: ReadonlyMap<string, string> = new Map([
  ['npm ci && npx gov check --config .governance.example.yml', 'installs: .ci/run runs it in a clean clone'],
  ['npm ci && npm test', 'installs: .ci/run runs it in a clean clone'],
  ['npm ci --prefix editors/vscode', 'installs: .ci/run runs it in a clean clone'],
  ['npm run package --prefix editors/vscode', 'test/editors/vscode.test.ts runs it'],
  ['code --install-extension editors/vscode/gov-0.1.0.vsix', 'needs VS Code'],
  ['npm ci', 'installs: .ci/run runs it in a clean clone'],
  [
    'docker run --rm --read-only --env GOV_TOKEN --volume "$PWD:/work:ro" ghcr.io/gov-cli/gov check',
    'needs Docker and the published image',
  ],
  ['npm test', '.ci/run runs it'],
  ['npm run verify', 'would run this test again'],
  ['npm run fix', 'changes the files under test'],
  ['npm run renew', 'changes the files under test'],
  ['npm run bench -- gate', 'takes minutes and needs a quiet machine'],
  ['npm run bench', 'takes minutes, installs other tools and needs a quiet machine'],
  ['npm run bench -- --quick', 'as above'],
  ['npm run bench -- --minutes 8', 'as above'],
  ['npm run bench -- --against main', 'as above, and builds another commit'],
  ['npm run bench -- growth', 'as above'],
])
