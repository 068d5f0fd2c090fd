/** undici's parts: the whole package takes twice as long to load, and only there its classes get their methods. */

declare module 'undici/lib/dispatcher/agent.js' {
  export { Agent as default } from 'undici'
}

declare module 'undici/lib/dispatcher/pool.js' {
  export { Pool as default } from 'undici'
}

declare module 'undici/lib/dispatcher/proxy-agent.js' {
  export { ProxyAgent as default } from 'undici'
}

declare module 'undici/lib/core/connect.js' {
  export { buildConnector as default } from 'undici'
}

declare module 'undici/lib/api/api-request.js' {
  import type { Dispatcher } from 'undici'

  interface Options extends Omit<Dispatcher.RequestOptions, 'body'> {
    readonly body: Uint8Array | Iterable<Uint8Array> | null
  }

  export default function request(this: Dispatcher, options: Options): Promise<Dispatcher.ResponseData>
}

declare module 'undici/lib/api/api-connect.js' {
  import type { Dispatcher } from 'undici'

  export default function connect(
    this: Dispatcher,
    options: Dispatcher.ConnectOptions,
  ): Promise<Dispatcher.ConnectData>
}
