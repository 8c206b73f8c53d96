import {
  cardsOf,
  type DeliveryMethod,
  findSetting,
  gatewayNames,
  type MenuEntry,
  PLACE_GROUPS,
  SETTING_GROUPS,
  type SettingGroupName,
  type Settings,
  staffPaths,
  type VersionedSettings,
  visitorPasswordInput,
} from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { Link, useLocation, useParams } from 'react-router'
import { call } from '../../../lib/api.ts'
import { countLabel } from '../../../lib/format.ts'
import { dataQuery, listQuery, useRefreshAfter } from '../../../lib/query-keys.ts'
import { Async } from '../../../ui/async.tsx'
import { Button } from '../../../ui/button.tsx'
import { ChangeHistory } from '../../../ui/change-history.tsx'
import { Form, SubmitButton } from '../../../ui/form.tsx'
import { Card, Panel } from '../../../ui/headings.tsx'
import { Together } from '../../../ui/layout.tsx'
import { LeaveQuestion } from '../../../ui/leave-question.tsx'
import { Skeleton } from '../../../ui/notice.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { toastAnswer } from '../../../ui/toast.tsx'
import { firstStepsQuery, useFirstStepCalls } from '../home/first-steps.api.ts'
import { Section } from '../layout/section.tsx'
import { ConnectionsCard, connectionsQuery } from './connections-card.tsx'
import { LookPreview } from './look-fields.tsx'
import { MailServerCard } from './mail-server-card.tsx'
import { OpeningCard } from './opening-card.tsx'
import { SettingCard } from './setting-card.tsx'
import { settingsQuery, useSettingsCalls } from './settings.api.ts'

const links = [
  ...Object.entries(SETTING_GROUPS).map(([name, label]) => ({ name, label, to: staffPaths.settingGroup(name) })),
  { name: 'history', label: 'History', to: staffPaths.settingsHistory },
]

export function SettingsPage() {
  const { group: named = 'shop' } = useParams()
  const group = isGroup(named) ? named : 'shop'
  const settings = useQuery(settingsQuery())
  const connections = useQuery({ ...connectionsQuery(), enabled: group === 'payments' })
  const loading = <Skeleton className="h-120 rounded-tile" />

  return (
    <Frame current={group}>
      <Together queries={group === 'payments' ? [connections] : []} loading={loading}>
        <Async query={settings} loading={loading} errorPrefix="Error: ">
          {settings => (
            <>
              {group === 'payments' && <ConnectionsCard />}
              <SettingCards group={group} settings={settings} />
              {group === 'payments' && <OpeningCard />}
              {group === 'shop' && <MailServerCard />}
              {group === 'shop' && (
                <>
                  <VisitorPasswordCard />
                  <ShowFirstSteps />
                </>
              )}
            </>
          )}
        </Async>
      </Together>
    </Frame>
  )
}

const isGroup = (group: string): group is SettingGroupName => Object.hasOwn(SETTING_GROUPS, group)

/** The groups beside the cards, on small screens above them. */
function Frame({ current, children }: { current: string; children: ReactNode }) {
  return (
    <Section title="Settings">
      <div className="grid items-start gap-x-8 gap-y-5 lg:grid-cols-[13rem_minmax(0,1fr)]">
        <nav aria-label="Settings" className="flex flex-wrap gap-1 lg:sticky lg:top-22 lg:grid">
          {links.map(({ name, label, to }) => (
            <Link
              key={name}
              to={to}
              aria-current={name === current ? 'page' : undefined}
              className="flex min-h-10 items-center rounded-control px-3 font-medium text-ink-2 transition-colors hover:bg-ink/6 hover:text-ink aria-[current=page]:bg-info-soft aria-[current=page]:font-semibold aria-[current=page]:text-info pointer-coarse:min-h-11"
            >
              {label}
            </Link>
          ))}
        </nav>
        <div className="grid min-w-0 max-w-200 gap-5">{children}</div>
      </div>
    </Section>
  )
}

const PASSWORD_FAILED = 'An error occurred while saving the password.'

/** Sets the password for visitors of a closed shop. Only its hash is stored, so it can be replaced but not shown. */
function VisitorPasswordCard() {
  const after = useRefreshAfter('settings')
  const hasPassword = useQuery(dataQuery('GET /settings/visitors')).data?.hasPassword
  const [saved, setSaved] = useState(0)

  async function change(password: string | null) {
    const answer = await after(call('PUT /settings/visitors', { body: { password } }))
    setSaved(saved + 1)
    return answer
  }

  return (
    <Panel title="Password for visitors">
      <Form
        key={saved}
        schema={visitorPasswordInput}
        defaultValues={{ password: '' }}
        onSubmit={({ password }) => change(password)}
        fallback={PASSWORD_FAILED}
      >
        <TextField
          name="password"
          label={hasPassword ? 'Another password' : 'Password'}
          help={
            hasPassword
              ? 'There is a password: visitors who have it see the closed shop. Another one asks them to enter again.'
              : 'Visitors who have it see the shop while it is closed. Without one, staff alone do.'
          }
          autoComplete="off"
        />
        <div className="flex justify-end gap-3">
          {hasPassword && (
            <Button
              variant="ghost"
              size={40}
              className="text-danger!"
              onClick={() => toastAnswer(change(null), PASSWORD_FAILED)}
            >
              Remove
            </Button>
          )}
          <SubmitButton variant="default" size={40} aria-label="Save the password for visitors">
            Save
          </SubmitButton>
        </div>
      </Form>
    </Panel>
  )
}

/** Brings back the checklist that was put away. */
function ShowFirstSteps() {
  const { data } = useQuery(firstStepsQuery())
  const { change } = useFirstStepCalls()
  if (!data?.isDismissed) return null

  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-tile border border-line bg-surface p-5">
      <p className="text-ink-2">The checklist of first steps was put away.</p>
      <Button variant="outline" size={40} onClick={() => toastAnswer(change({ isDismissed: false }))}>
        Show it again
      </Button>
    </div>
  )
}

export function SettingsHistoryPage() {
  const { undo } = useSettingsCalls()

  return (
    <Frame current="history">
      <Card title="History">
        <ChangeHistory
          queryOf={size => listQuery('GET /settings/history', { query: { size } })}
          undo={undo}
          empty="Nothing was changed yet: all settings are as the shop began."
          entryOf={({ changes, ...entry }) => ({
            ...entry,
            action: 'Changed',
            changes: changes.map(({ name, field, before, after }) => ({
              field,
              before: wordsFor(name, before),
              after: wordsFor(name, after),
            })),
          })}
        />
      </Card>
    </Frame>
  )
}

/** A value in words, for the history. */
function wordsFor(name: string, value: unknown): string {
  const { input, options = {} } = findSetting(name)?.type ?? {}
  if (input === 'picture' && value) return 'a picture'
  if (input === 'pages') return countLabel((value as unknown[]).length, 'page')
  if (input === 'menu') return listed((value as MenuEntry[]).map(menuWords))
  if (input === 'zones') return listed((value as DeliveryZone[]).map(zoneWords), '; ')
  if (input === 'ways') return listed((value as Way[]).filter(({ isOn }) => isOn).map(wayWords), '; ')
  if (input === 'tax-classes') return listed((value as TaxClass[]).map(classWords))
  if (input === 'sections') return shownSections(value as HomeSection[], options)
  return typeof value === 'string' && Object.hasOwn(options, value) ? String(options[value]) : words(value)
}

const listed = (texts: string[], separator = ', ') => texts.join(separator) || 'none'

const menuWords = ({ kind, label, to }: MenuEntry) => [label ?? kind, to].filter(Boolean).join(' ')

type Way = Settings['payments']['ways'][number]

function wayWords({ way, countries, currencies, from, to }: Way): string {
  const limits = [...countries, ...currencies, from !== null && `from ${from}`, to !== null && `up to ${to}`]
  const text = limits.filter(Boolean).join(', ')
  return `${gatewayNames[way]}${text && ` (${text})`}`
}

type DeliveryZone = Settings['delivery']['zones'][number]

function zoneWords({ name, places, methods }: DeliveryZone): string {
  const where = places
    .map(({ country, state }) => [PLACE_GROUPS[country] ?? country, state].filter(Boolean).join(' '))
    .join(', ')
  return `${name}${where && ` (${where})`}: ${methods.map(methodWords).join(', ') || 'no method'}`
}

function methodWords({ name, price, steps, freeAbove, minDays, maxDays }: DeliveryMethod): string {
  const days = [...new Set([minDays, maxDays].filter(days => days !== null))].join('–')
  const details = [
    ...steps.map(({ from, price }) => `${price} from ${from}`),
    freeAbove !== null && `free above ${freeAbove}`,
    days && (days === '1' ? '1 day' : `${days} days`),
  ]
  const text = details.filter(Boolean).join(', ')
  return `${name} ${price}${text && ` (${text})`}`
}

type TaxClass = Settings['money']['taxClasses'][number]

function classWords({ name, percent, rates }: TaxClass): string {
  const places = rates.map(({ country, state, percent }) => `${state ?? PLACE_GROUPS[country] ?? country} ${percent}%`)
  return `${name} ${percent}%${places.length > 0 ? ` (${places.join(', ')})` : ''}`
}

type HomeSection = Settings['look']['homeSections'][number]

const shownSections = (sections: readonly HomeSection[], names: Record<string, string>) =>
  listed(sections.filter(({ isShown }) => isShown).map(({ section, title }) => title ?? names[section] ?? section))

function words(value: unknown): string {
  if (value === null || value === '') return 'none'
  if (typeof value === 'boolean') return value ? 'On' : 'Off'
  if (Array.isArray(value)) return listed(value.map(words))
  if (typeof value === 'object') return Object.values(value).map(words).join(' ')
  return String(value)
}

export function SettingCards({ group, settings }: { group: SettingGroupName; settings: VersionedSettings }) {
  useFocusOfAddress()
  const [dirtyCards, setDirtyCards] = useState(0)

  return (
    <>
      {cardsOf(group).map(card => (
        <SettingCard key={card.title} group={group} card={card} settings={settings} onDirty={setDirtyCards}>
          {group === 'look' && card.fields.includes('accent') && <LookPreview />}
        </SettingCard>
      ))}
      <LeaveQuestion isAtStake={dirtyCards > 0} text="What you have changed of these settings is not saved yet." />
    </>
  )
}

/** Moves the focus to the field that the fragment of the address names, at each visit of such an address. */
function useFocusOfAddress() {
  const { hash, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link that is followed again leads there again
  useEffect(() => {
    const field = hash ? document.getElementById(hash.slice(1)) : null
    field?.focus({ preventScroll: true })
    field?.scrollIntoView({ block: 'center' })
  }, [hash, key])
}
