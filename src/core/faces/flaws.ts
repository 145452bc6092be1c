import { FACE_SIDE } from './faces.ts';

/** Why a picture is refused. */
export type PictureFlaw = 'type' | 'bytes' | 'side' | 'animated' | 'broken';

/** The reasons for people. */
export const pictureFlaws: Readonly<Record<PictureFlaw, string>> = {
  type: 'Choose a PNG, JPEG or WebP picture.',
  bytes: 'The picture is larger than 20 KB.',
  side: `The picture is larger than ${FACE_SIDE} x ${FACE_SIDE} pixels.`,
  animated: 'Choose a picture that does not move.',
  broken: "This file can't be read as a picture.",
};
