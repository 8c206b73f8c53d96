import {
  type GatewayConnection,
  gatewayKeyFields,
  gatewayKeysOf,
  type KeyEnvironment,
  type PaymentMode,
  proofFor,
} from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../lib/api.ts'
import { dataQuery, useRefreshAfter } from '../../../lib/query-keys.ts'
import { ProofDialog } from '../../../shared/session/proof-dialog.tsx'
import { ProofFields, useHasTwoFactor } from '../../../shared/session/proof-fields.tsx'
import { Async } from '../../../ui/async.tsx'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Form, FormActions, FormFailure } from '../../../ui/form.tsx'
import { Panel } from '../../../ui/headings.tsx'
import { Skeleton } from '../../../ui/notice.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { Time } from '../../../ui/time.tsx'
import { toastAnswer } from '../../../ui/toast.tsx'

type Asked = { gateway: GatewayConnection; environment: KeyEnvironment; what: 'connect' | 'remove' }

export const connectionsQuery = () => dataQuery('GET /payments/keys')

/** A row for each provider: whom the shop is connected as, and the buttons to connect, test and remove. */
export function ConnectionsCard() {
  const query = useQuery(connectionsQuery())
  const [asked, setAsked] = useState<Asked>()
  // A toast goes, and is cut off on a phone: what is to be done about payments must stay.
  const [answer, setAnswer] = useState<string>()
  const close = () => setAsked(undefined)

  return (
    <Panel title="Providers">
      <p className="text-ink-2">
        Keys are stored sealed and never shown again. Whether a provider is offered at checkout is set below.
      </p>
      <Async query={query} loading={<Skeleton className="h-40 rounded-control" />} errorPrefix="Error: ">
        {({ connections, environment, takesLiveKeys }) => (
          <ul className="divide-y divide-line border-line border-y">
            {connections.map(connection => (
              <ConnectionRow
                key={connection.gateway}
                connection={connection}
                used={environment}
                takesLiveKeys={takesLiveKeys}
                onTest={() => setAnswer(undefined)}
                onAsk={(environment, what) => setAsked({ gateway: connection, environment, what })}
              />
            ))}
          </ul>
        )}
      </Async>
      {answer && <p className="type-small mt-3 text-ink-2">{answer}</p>}
      {asked?.what === 'connect' && <ConnectDialog {...asked} onAnswer={setAnswer} onClose={close} />}
      {asked?.what === 'remove' && <RemoveDialog {...asked} onAnswer={setAnswer} onClose={close} />}
    </Panel>
  )
}

const modeNames: Record<PaymentMode, string> = { test: 'Test payments', sandbox: 'Sandbox', live: 'Live' }

interface ConnectionRowProps {
  connection: GatewayConnection
  /** The environment whose keys this shop uses. */
  used: KeyEnvironment
  takesLiveKeys: boolean
  onTest: () => void
  onAsk: (environment: KeyEnvironment, what: Asked['what']) => void
}

function ConnectionRow({ connection, used, takesLiveKeys, onTest, onAsk }: ConnectionRowProps) {
  const { gateway, displayName, mode, source, isRefusing, paymentRefusal, saved } = connection
  const other = used === 'live' ? 'sandbox' : 'live'

  return (
    <li className="grid gap-3 py-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="font-medium">{displayName}</h3>
        {mode && <Tag tone={mode === 'live' ? 'plain' : 'warn'}>{modeNames[mode]}</Tag>}
        <p className="type-small text-ink-2">{sourceText[source]}</p>
      </div>
      <p className="type-small -mt-2 text-ink-2">{whatItTakes[gateway]}</p>
      {isRefusing && (
        <p className="text-danger">{`${displayName} does not take the keys in use: nobody can pay or be refunded there.`}</p>
      )}
      {paymentRefusal && (
        <p className="wrap-anywhere text-danger">{`${displayName} did not take the last payment that a customer began, and said: “${paymentRefusal}”`}</p>
      )}
      {source !== 'environment' && (
        <KeyRow connection={connection} environment={used} onTest={onTest} onAsk={what => onAsk(used, what)} />
      )}
      {!takesLiveKeys && (
        <p className="type-small text-ink-2">Live keys are entered in a rehearsal, not in demo mode.</p>
      )}
      {((used === 'sandbox' && takesLiveKeys) || saved.some(({ environment }) => environment === other)) && (
        <KeyRow connection={connection} environment={other} onTest={onTest} onAsk={what => onAsk(other, what)} />
      )}
    </li>
  )
}

const whatItTakes: Record<GatewayConnection['gateway'], string> = {
  paypal: 'PayPal’s wallet.',
  stripe: 'Cards, Apple Pay and Google Pay, and what else your account has, such as UPI or iDEAL.',
}

const sourceText: Record<GatewayConnection['source'], string> = {
  environment: 'Connected with the keys of the server, which outweigh those entered here.',
  dashboard: '',
  emulator: 'Not connected: the shop takes test payments of its own.',
  none: 'Not connected.',
}

interface KeyRowProps {
  connection: GatewayConnection
  environment: KeyEnvironment
  onTest: () => void
  onAsk: (what: Asked['what']) => void
}

function KeyRow({ connection: { gateway, displayName, saved }, environment, onTest, onAsk }: KeyRowProps) {
  const entry = saved.find(entry => entry.environment === environment)
  const [isTesting, setIsTesting] = useState(false)
  const about = `${displayName}, ${environment} keys`
  const after = useRefreshAfter('payments', 'dashboard')

  async function handleTest() {
    setIsTesting(true)
    onTest()
    await toastAnswer(
      after(call('POST /payments/keys/:gateway/:environment/test', { params: { gateway, environment } })),
    )
    setIsTesting(false)
  }

  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="min-w-0 text-ink-2">
        <span>{environment === 'live' ? 'Live keys: ' : 'Sandbox keys: '}</span>
        {entry ? (
          <span className="wrap-anywhere">
            {entry.isReadable ? (
              <span className={entry.refusal ? 'text-danger' : 'text-ink'}>
                {entry.account
                  ? `Connected as ${entry.account}`
                  : entry.refusal || `Not confirmed by ${displayName} yet: press Test`}
              </span>
            ) : (
              <span className="text-danger">cannot be opened any more, enter them again</span>
            )}
            <span>{entry.refusal ? ' ' : ', '}</span>
            <Time value={entry.savedAt} />
          </span>
        ) : (
          <span>none</span>
        )}
      </p>
      <div className="flex flex-wrap gap-2">
        {entry && (
          <>
            <Button variant="outline" size={40} loading={isTesting} aria-label={`Test ${about}`} onClick={handleTest}>
              Test
            </Button>
            <Button variant="ghost" size={40} aria-label={`Remove ${about}`} onClick={() => onAsk('remove')}>
              Remove
            </Button>
          </>
        )}
        <Button variant="outline" size={40} aria-label={`Connect ${about}`} onClick={() => onAsk('connect')}>
          {entry ? 'Replace' : 'Connect'}
        </Button>
      </div>
    </div>
  )
}

type AskedProps = Asked & { onAnswer: (message: string) => void; onClose: () => void }

function useKeyCalls({ gateway: { gateway }, environment, onAnswer }: AskedProps) {
  const after = useRefreshAfter('payments', 'settings', 'dashboard')
  const params = { gateway, environment }
  async function noted<Answer extends { message: string }>(answering: Promise<Answer>): Promise<Answer> {
    const answer = await after(answering)
    onAnswer(answer.message)
    return answer
  }
  return {
    save: (body: { keys: Record<string, string | undefined>; password?: string; code?: string }) =>
      noted(call('PUT /payments/keys/:gateway/:environment', { params, body })),
    remove: (body: { password?: string; code?: string }) =>
      noted(call('DELETE /payments/keys/:gateway/:environment', { params, body })),
  }
}

function ConnectDialog(asked: AskedProps) {
  const { gateway, displayName, webhookUrl } = asked.gateway
  const { save } = useKeyCalls(asked)
  const fields = Object.entries(gatewayKeyFields[gateway])
  const blank = Object.fromEntries(fields.map(([name]) => [name, '']))
  const schema = proofFor(useHasTwoFactor()).extend({ keys: gatewayKeysOf(gateway) })

  return (
    <Dialog onClose={asked.onClose} title={`Connect ${displayName}: ${asked.environment} keys`}>
      <Form
        schema={schema}
        defaultValues={{ keys: blank, password: '', code: '' }}
        onSubmit={save}
        onDone={asked.onClose}
        fallback="An error occurred while saving the keys."
      >
        {fields.map(([name, field]) => (
          <TextField
            key={name}
            name={`keys.${name}`}
            label={field.label}
            help={field.hint}
            type={'isSecret' in field ? 'password' : 'text'}
            optional={'isOptional' in field}
            autoComplete="off"
            spellCheck={false}
          />
        ))}
        <div className="type-small text-ink-2">
          <p>Address for the webhook at the provider:</p>
          <p className="flex items-center gap-1">
            <span className="wrap-anywhere font-mono">{webhookUrl}</span>
            <CopyButton what="address of the webhook" text={webhookUrl} className="shrink-0" />
          </p>
        </div>
        {asked.gateway.saved.some(({ environment }) => environment === asked.environment) && (
          <p className="type-small text-ink-2">
            With keys of another account, payments that buyers have begun are ended, and earlier ones cannot be refunded
            by the shop.
          </p>
        )}
        <ProofFields />
        <FormFailure />
        <FormActions onCancel={asked.onClose}>Test and save</FormActions>
      </Form>
    </Dialog>
  )
}

function RemoveDialog(asked: AskedProps) {
  const { remove } = useKeyCalls(asked)

  return (
    <ProofDialog
      title={`Remove the ${asked.environment} keys of ${asked.gateway.displayName}?`}
      text="Payments that buyers have begun there are ended, and earlier ones cannot be refunded by the shop until it is connected again."
      action="Remove"
      fallback="An error occurred while removing the keys."
      onProven={remove}
      onClose={asked.onClose}
    />
  )
}
