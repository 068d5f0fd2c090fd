/** One operation of the service. `handle` throws a Refusal for every answer that is not a result. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly handle: (request: Request) => Promise<Response>
}
