import { COUNTRIES, getCountryForm, listCountries } from '@mela/contract'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { ok } from '../platform/http/envelope.ts'
import { notFound } from '../platform/http/errors.ts'
import { sharedRoute } from '../platform/http/shared-calls.ts'
import { countryFormOf } from './country-form.ts'

export const countryRoutes: FastifyPluginAsyncZod = async app => {
  sharedRoute(app, listCountries, async () => {
    const { sold } = (await app.settings.current()).countries
    return { body: ok(sold.map(code => ({ code, name: COUNTRIES[code] ?? code }))), tags: ['shop'] }
  })

  sharedRoute(app, getCountryForm, async (_db, { params }) => {
    const form = await countryFormOf(params.code)
    if (!form) throw notFound('Country not found.')
    return { body: ok(form), tags: ['shop'] }
  })
}
