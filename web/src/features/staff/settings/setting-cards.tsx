import { cardsOf, type SettingGroupName, type VersionedSettings } from '@mela/contract'
import { useCallback, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { LeaveQuestion } from '../../../ui/forms/leave-question.tsx'
import { LookPreview } from './look/look-preview.tsx'
import { SettingCard } from './setting-card.tsx'

export function SettingCards({ group, settings }: { group: SettingGroupName; settings: VersionedSettings }) {
  useFocusOfAddress()
  const [dirty, setDirty] = useState<readonly string[]>([])

  const handleDirty = useCallback((card: string, isDirty: boolean) => {
    setDirty(before => [...before.filter(other => other !== card), ...(isDirty ? [card] : [])])
  }, [])

  return (
    <>
      {cardsOf(group).map(card => (
        <SettingCard key={card.title} group={group} card={card} settings={settings} onDirty={handleDirty}>
          {group === 'look' && card.fields.some(field => field === 'accent') && <LookPreview />}
        </SettingCard>
      ))}
      <LeaveQuestion
        isAtStake={dirty.length > 0}
        title="Leave without saving?"
        text={`What you have changed of ${dirty.join(', ')} is not saved yet.`}
        stay="Keep editing"
        leave="Discard changes"
      />
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
