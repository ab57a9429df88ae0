"""Services of a match card: its boards, signatures and proposals to rearrange."""
