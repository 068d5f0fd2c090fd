import { connect } from 'node:net'

export interface RawOptions {
  /** Milliseconds after which no more is waited for. */
  readonly patience?: number
  /** What follows once the first bytes are sent; called again after each wait, until it gives nothing. */
  readonly drip?: { readonly every: number; readonly bytes: (turn: number) => string | undefined }
  /** Ends the sending side after the first bytes. */
  readonly half?: boolean
  /** Ends once so many answers have come. */
  readonly count?: number
}

/** Sends bytes as they are, and gives all that came back until the other side closed or patience ran out. */
export function rawExchange(
  port: number,
  bytes: string | Uint8Array,
  { patience = 700, drip, half = false, count }: RawOptions = {},
): Promise<string> {
  return new Promise((resolve) => {
    let answer = ''
    let turn = 0
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(bytes)
      if (half) socket.end()
    })
    const dripping =
      drip &&
      setInterval(() => {
        const next = drip.bytes(turn++)
        if (next !== undefined) socket.write(next)
      }, drip.every)
    const done = () => {
      clearInterval(dripping)
      clearTimeout(late)
      socket.destroy()
      resolve(answer)
    }
    const late = setTimeout(done, patience)
    socket.setEncoding('utf8').on('data', (text: string) => {
      answer += text
      if (count !== undefined && answer.split('HTTP/1.1 ').length > count) done()
    })
    socket.on('error', () => {})
    socket.once('close', done)
  })
}

/** Each answer in what came back, as its status and the message of its envelope. */
export function answersIn(text: string): string[] {
  if (text === '') return ['nothing']
  return text.split(/(?=HTTP\/1\.1 \d{3} )/).map((one) => {
    const status = /^HTTP\/1\.1 (\d{3})/.exec(one)?.[1] ?? one.slice(0, 60)
    const body = one.slice(one.indexOf('\r\n\r\n') + 4)
    const start = body.indexOf('{')
    return `${status} ${start === -1 ? 'no envelope' : messageIn(body.slice(start, body.lastIndexOf('}') + 1))}`
  })
}

/** The message of an error envelope; of anything else how it begins. */
export function messageIn(text: string): string {
  try {
    const { Message, message } = Object(JSON.parse(text))
    return String(Message ?? message ?? text.slice(0, 60))
  } catch {
    return text === '' ? 'no envelope' : `no envelope: ${text.slice(0, 60)}`
  }
}
