/** What people are told by themselves: each kind can be turned off alone. */
export const noticeKinds = ['missing-picks', 'week-result', 'announcement', 'mention'] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** The ways by which they are told. */
export const channelNames = ['mail', 'push'] as const;
export type ChannelName = (typeof channelNames)[number];

/** Each kind in words, as the profile and a message that turns it off name it. */
export const kindNames: Readonly<Record<NoticeKind, string>> = {
  'missing-picks': 'Missing picks',
  'week-result': "Week's result",
  announcement: 'Announcements',
  mention: 'Mentions in Talk',
};

/** Each channel in words. */
export const channelWords: Readonly<Record<ChannelName, string>> = {
  mail: 'Email',
  push: 'Push',
};
