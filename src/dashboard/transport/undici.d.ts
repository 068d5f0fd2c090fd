/** Without its entry, which takes 40 ms more of CPU: docs/decisions/undici.md. */
declare module 'undici/lib/dispatcher/agent.js' {
  export { Agent as default } from 'undici'
}
