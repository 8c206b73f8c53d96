import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { API_BASE, errorCodes } from '@mela/contract'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { z } from 'zod'

const failure = z
  .object({
    success: z.literal(false),
    message: z.string().describe('One sentence for people. It may be reworded.'),
    code: z.enum(errorCodes).describe('The same for programs. It keeps its meaning; more may be added.'),
    errors: z
      .record(z.string(), z.string())
      .optional()
      .describe('A sentence for each invalid field, by its dotted path.'),
    data: z.unknown().optional().describe('What is true instead, as the present prices when they have changed.'),
    requestId: z.string().optional().describe('With 5xx: names the request in the log.'),
  })
  .meta({ id: 'Failure', description: 'The call was refused, or has failed.' })

export async function describeApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      info: { title: `${app.settings.last.shop.name} API`, version: '1' },
      servers: [{ url: API_BASE }],
    },
    // A route without a schema has none here, whatever its type says.
    transform: ({ schema = {}, ...route }) => {
      const [tag = ''] = route.url.slice(API_BASE.length + 1).split('/')
      const response = { ...Object(schema.response), default: failure }
      return jsonSchemaTransform({ ...route, schema: { ...schema, tags: [tag], response } })
    },
    transformObject: jsonSchemaTransformObject,
    stripBasePath: true,
  })
  // The plugin does not see its own prefix.
  await app.register(swaggerUi, { routePrefix: '/docs', indexPrefix: API_BASE })
}
