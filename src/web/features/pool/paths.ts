/** The pool itself: leads to the talk if it has unread messages, otherwise to the rules. */
export const POOL = '/pool';
export const RULES = '/pool/rules';
export const TALK = '/pool/talk';
export const MONEY = '/pool/money';
export const MEMBERS = '/pool/members';
export const MANAGE = '/pool/manage';
