import { queryOptions } from '@tanstack/react-query';
import { call } from './api.ts';
import { isAppleTouch, isInstalled } from './installed.ts';
import { writeItem } from './storage.ts';
import { browserZone } from './zone.ts';

/** Stores when the person last declined on this device. */
export const PUSH_REFUSED_KEY = 'push-refused';

/**
 * The state of push messages on this device: on, off, blocked by the browser's settings, possible once the app is installed on the home
 * screen, impossible because the address is not encrypted, or unsupported.
 */
export type PushState = 'on' | 'off' | 'blocked' | 'not-installed' | 'insecure' | 'unsupported';

/** The state of this device for the signed-in person. */
export const pushQuery = queryOptions({
  queryKey: ['push'],
  queryFn: async ({ signal }): Promise<PushState> => {
    const able = pushAbility();
    if (able !== 'able') return able;
    const device = await deviceSubscription();
    const { isOn } = await call('GET /api/push', {}, signal);
    return isOn && device !== null && Notification.permission === 'granted' ? 'on' : 'off';
  },
  staleTime: 0,
});

/** Whether this device supports push messages. */
export function pushAbility(): 'able' | Exclude<PushState, 'on' | 'off'> {
  if (!isSecureContext) return 'insecure';
  const isAble = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  if (!isAble) return isAppleTouch() && !isInstalled() ? 'not-installed' : 'unsupported';
  return Notification.permission === 'denied' ? 'blocked' : 'able';
}

/**
 * Turns push messages on for this device. Must be called by a tap, because browsers ask for permission.
 * @returns false if permission was denied
 * @throws ApiError, and the browser's error if its push service is not available
 */
export async function turnPushOn(): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') {
    refusePush();
    return false;
  }
  const { publicKey } = await call('GET /api/push', {});
  const registration = await navigator.serviceWorker.ready;
  // A subscription for another key or another person is useless.
  await (await registration.pushManager.getSubscription())?.unsubscribe();
  const made = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = made.toJSON();
  await call('PUT /api/push', { body: { endpoint, keys: { p256dh, auth }, zone: browserZone() } });
  return true;
}

/** Turns push messages off on this device. @throws ApiError */
export async function turnPushOff(): Promise<true> {
  await call('DELETE /api/push', {});
  await forgetDevice();
  return true;
}

/** Drops the browser's subscription. */
export async function forgetDevice(): Promise<void> {
  await (await deviceSubscription())?.unsubscribe();
}

/** Stores that the person declined. */
export function refusePush(): void {
  writeItem(PUSH_REFUSED_KEY, String(Date.now()));
}

/** There is none until the worker is registered; this does not wait for it. */
async function deviceSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker?.getRegistration();
  return (await registration?.pushManager?.getSubscription()) ?? null;
}
