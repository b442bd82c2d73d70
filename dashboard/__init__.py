"""The only floor that knows Streamlit."""
