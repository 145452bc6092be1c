/** The kinds of messages that people get. Each can be turned off separately. */
export const noticeKinds = ['missing-picks', 'week-result', 'announcement', 'mention'] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** How messages reach people. */
export const channelNames = ['mail', 'push'] as const;
export type ChannelName = (typeof channelNames)[number];

/** The name of each kind on screen. */
export const kindNames: Readonly<Record<NoticeKind, string>> = {
  'missing-picks': 'Missing picks',
  'week-result': 'Weekly results',
  announcement: 'Announcements',
  mention: 'Mentions in Talk',
};

/** The name of each channel on screen. */
export const channelWords: Readonly<Record<ChannelName, string>> = {
  mail: 'Email',
  push: 'Push',
};
