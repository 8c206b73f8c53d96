import type { CallName, Endpoint, Endpoints } from '@mela/contract'
import type {
  ContextConfigDefault,
  FastifyContextConfig,
  FastifyInstance,
  HTTPMethods,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
  RouteGenericInterface,
  RouteHandlerMethod,
} from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'

type Handler<E extends Endpoint> = RouteHandlerMethod<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  RouteGenericInterface,
  ContextConfigDefault,
  Pick<E, keyof E & ('params' | 'querystring' | 'headers' | 'body' | 'response')>,
  ZodTypeProvider
>

/** A HEAD request is answered too, unless `exposeHeadRoute` is false. */
interface Route<E extends Endpoint> {
  config?: ContextConfigDefault & FastifyContextConfig
  exposeHeadRoute?: false
  handler: Handler<E>
}

/** Registers what answers the calls of a table, by their names. The contract says who may call and what is checked. */
export function answerCalls<Calls extends Endpoints>(
  app: FastifyInstance,
  calls: Calls,
  answers: { [Name in keyof Calls & CallName]?: Handler<Calls[Name]> | Route<Calls[Name]> },
): void {
  for (const [name, answer] of Object.entries(answers)) {
    const [method, url] = name.split(' ') as [HTTPMethods, string]
    const { access, limit, whileClosed, ...schema } = calls[name as CallName] as Endpoint
    const { config, ...route } = typeof answer === 'function' ? { handler: answer } : (answer as Route<Endpoint>)
    app.route({ method, url, schema, config: { access, limit, whileClosed, ...config }, ...route })
  }
}
