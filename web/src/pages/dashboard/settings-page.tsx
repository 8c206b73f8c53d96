import { SETTING_GROUPS, type SettingGroupName, staffPaths } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { ShowFirstSteps } from '../../features/staff/first-steps/show-first-steps.tsx'
import { MediaPicker } from '../../features/staff/media/media-picker.tsx'
import { SettingPicker } from '../../features/staff/settings/look/picture-field.tsx'
import { SettingCards } from '../../features/staff/settings/setting-cards.tsx'
import { SettingNav } from '../../features/staff/settings/setting-nav.tsx'
import { settingsQuery } from '../../features/staff/settings/settings.api.ts'
import { SettingsHistory } from '../../features/staff/settings/settings-history.tsx'
import { VisitorPasswordCard } from '../../features/staff/settings/visitor-password-card.tsx'
import { ButtonLink } from '../../ui/buttons/button-link.tsx'
import { Async } from '../../ui/feedback/async.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Section } from './section.tsx'

const FIRST = 'shop'

export function SettingsPage() {
  const { group = FIRST } = useParams()
  const settings = useQuery(settingsQuery())

  return (
    <Frame current={group}>
      {isGroup(group) ? (
        <Async
          query={settings}
          loading={<Skeleton className="h-120 rounded-tile" />}
          errorPrefix="Error: "
          error="Something went wrong, please try reloading the page."
        >
          {settings => (
            <SettingPicker value={picker => <MediaPicker {...picker} />}>
              <SettingCards group={group} settings={settings} />
              {group === 'shop' && (
                <>
                  <VisitorPasswordCard />
                  <ShowFirstSteps />
                </>
              )}
            </SettingPicker>
          )}
        </Async>
      ) : (
        <EmptyState text="There are no such settings.">
          <ButtonLink to={staffPaths.settings} variant="outline" size={40}>
            Go to the settings
          </ButtonLink>
        </EmptyState>
      )}
    </Frame>
  )
}

export function SettingsHistoryPage() {
  return (
    <Frame current="history">
      <SettingsHistory />
    </Frame>
  )
}

function Frame({ current, children }: { current: string; children: ReactNode }) {
  return (
    <Section title="Settings">
      <div className="grid items-start gap-x-8 gap-y-5 lg:grid-cols-[13rem_minmax(0,1fr)]">
        <SettingNav current={current} />
        <div className="grid min-w-0 max-w-200 gap-5">{children}</div>
      </div>
    </Section>
  )
}

const isGroup = (group: string): group is SettingGroupName => Object.hasOwn(SETTING_GROUPS, group)
