import { API_BASE, AREAS, paths, type VisitStep } from '@mela/contract'
import { useEffect } from 'react'
import { useLocation } from 'react-router'

const CHECKOUT: readonly string[] = [paths.shipping, paths.checkout]

/** The steps that this document has counted. Nothing is stored in the browser, so another document begins anew. */
const counted = new Set<VisitStep>()

/** Adds a step of this visit to the sums of the day, once; not for those who ask not to be tracked, nor for programs. */
export function countStep(step: VisitStep): void {
  if (counted.has(step) || isLeftOut()) return
  counted.add(step)
  const body = JSON.stringify({ step, source: source() })
  // The order is counted while the document is being left.
  navigator.sendBeacon?.(`${API_BASE}/figures/steps`, new Blob([body], { type: 'application/json' }))
}

function isLeftOut(): boolean {
  const { webdriver, doNotTrack, globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean }
  return webdriver || doNotTrack === '1' || globalPrivacyControl === true
}

const landing = new URL(typeof location === 'undefined' ? 'http://localhost' : location.href)

/** Where the visit came from: its utm_source, else the host of the page before. */
function source(): string {
  const named = landing.searchParams.get('utm_source')
  return named ?? (cameFromShop() || !document.referrer ? '' : new URL(document.referrer).hostname)
}

const cameFromShop = () => URL.canParse(document.referrer) && new URL(document.referrer).host === location.host

/** A visit is a document that was opened from elsewhere, and not by a reload or by going back. */
function isArrival(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return navigation?.type === 'navigate' && !cameFromShop() && !isReturn()
}

/** Payment providers send their customers back there. */
const isReturn = () => landing.pathname.startsWith(paths.pay('')) || landing.searchParams.has('express')

/** Counts the steps that pages stand for; placing in the cart and ordering count themselves. */
export function useVisitSteps(): void {
  const { pathname } = useLocation()
  useEffect(() => {
    if (pathname.startsWith(AREAS.dashboard)) return
    if (isArrival()) countStep('visit')
    if (/^\/products?\//.test(pathname)) countStep('product')
    if (CHECKOUT.includes(pathname.replace(/\/$/, ''))) countStep('checkout')
  }, [pathname])
}
